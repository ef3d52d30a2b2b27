from arena.places import places


def test_equal_scores_share_a_place():
    assert places([10, 30, 20, 20]) == [4, 1, 2, 2]


def test_the_faulty_are_last_whatever_they_scored():
    assert places([99, 1, 5], faulty={0}) == [3, 2, 1]


def test_two_faulty_bots_share_the_last_place():
    assert places([99, 1, 5, 7], faulty={0, 3}) == [3, 2, 1, 3]
