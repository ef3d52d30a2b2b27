"""A forgotten password: by mail where the site sends mail, else by a link that staff hand over."""

import re

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

NEW = "eleven vintage cards"
pytestmark = pytest.mark.django_db


def set_by(client, link: str):
    """Follow a link to a new password, and set it."""
    form = client.get(link, follow=True)
    return client.post(
        form.request["PATH_INFO"], {"new_password1": NEW, "new_password2": NEW}, follow=True
    )


def test_a_link_comes_by_mail_and_works_once(client, person, settings, mailoutbox):
    settings.SENDS_MAIL = True
    ann = person("ann", email="ann@example.org")
    client.post(reverse("password-reset"), {"email": "ann@example.org"})
    (mail,) = mailoutbox
    link = re.search(r"http://testserver(/\S+)", mail.body).group(1)
    assert "Log in with it" in set_by(client, link).content.decode()
    ann.refresh_from_db()
    assert ann.check_password(NEW)
    assert "works no more" in client.get(link, follow=True).content.decode()


def test_nobody_learns_from_it_who_has_an_account(client, settings, mailoutbox):
    settings.SENDS_MAIL = True
    answer = client.post(reverse("password-reset"), {"email": "nobody@example.org"})
    assert answer.url == reverse("password-reset-sent")
    assert mailoutbox == []


def test_without_mail_the_page_says_who_helps(client, settings, mailoutbox):
    settings.SENDS_MAIL = False
    for answer in (
        client.get(reverse("password-reset")),
        client.post(reverse("password-reset"), {"email": "ann@example.org"}),
    ):
        assert "Ask its staff" in answer.content.decode()
    assert mailoutbox == []


def test_staff_make_a_link_and_the_person_sets_the_password(client, staff, ann):
    client.force_login(staff)
    answer = client.post(
        reverse("admin:accounts_user_changelist"),
        {"action": "make_password_link", "_selected_action": [ann.pk]},
        follow=True,
    )
    link = re.search(
        r"http://testserver(/accounts/password/new/\S+?/)(?=[<\s])", answer.content.decode()
    )
    client.logout()
    set_by(client, link.group(1))
    ann.refresh_from_db()
    assert ann.check_password(NEW)


def test_staff_who_are_not_superusers_make_no_link_for_other_staff(client, person):
    helper = person("helper", is_staff=True)
    helper.user_permissions.set(
        Permission.objects.filter(codename__in=["change_user", "view_user"])
    )
    boss = person("boss", is_staff=True, is_superuser=True)
    client.force_login(helper)
    answer = client.post(
        reverse("admin:accounts_user_changelist"),
        {"action": "make_password_link", "_selected_action": [boss.pk]},
        follow=True,
    )
    assert [str(one) for one in answer.context["messages"]] == ["boss is staff."]
    assert "/accounts/password/new/" not in answer.content.decode()


def test_ones_own_password_is_changed_with_the_old_one(client, ann):
    client.force_login(ann)
    answer = client.post(
        reverse("password-change"),
        {"old_password": "a long pass-phrase", "new_password1": NEW, "new_password2": NEW},
    )
    assert answer.url == reverse("account")
    ann.refresh_from_db()
    assert ann.check_password(NEW)


def test_a_mail_address_is_kept_and_asked_for_only_where_mail_is_sent(client, ann, settings):
    client.force_login(ann)
    client.post(reverse("account"), {"email": "ann@example.org"})
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"
    client.logout()
    settings.SENDS_MAIL = False
    assert "email" not in client.get(reverse("sign-up")).context["form"].fields
    settings.SENDS_MAIL = True
    assert not client.get(reverse("sign-up")).context["form"].fields["email"].required


def test_many_accounts_from_one_address_have_to_wait(client, settings):
    settings.SIGN_UPS_PER_HOUR_MAX = 2
    form = {"username": "", "password1": NEW, "password2": NEW}
    statuses = [client.post(reverse("sign-up"), form).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
