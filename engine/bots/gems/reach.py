"""Cards within reach: what they promise, by how many tokens are missing."""

DISCOUNTS = (90, 66, 48, 34, 24, 16, 10)
"""Hundredths of what a card is worth that count, by the number of tokens that are missing."""

FAR = len(DISCOUNTS)
"""So many missing tokens are too many."""

_WEIGHTS = (8, 4, 2)


def best_three(promises: list[int]) -> int:
    """Return what the best three cards promise together, each further one half as much."""
    promises.sort(reverse=True)
    return sum(map(int.__mul__, promises, _WEIGHTS)) // 800
