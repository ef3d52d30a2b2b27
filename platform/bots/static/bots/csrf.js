// What the site wants to see in a request that changes something: the secret of its own cookie.

export function csrfToken() {
  return /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}
