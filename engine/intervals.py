"""Intervals around shares and means, by the number of trials."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

Z = NormalDist().inv_cdf(0.975)
"""The standard errors on either side of a mean within which 95 % lie."""


def errors_for(tests: int) -> float:
    """The standard errors on either side by which one of so many means differs from 0, by Bonferroni."""
    return NormalDist().inv_cdf(1 - 0.025 / tests)


def student(errors: float, free: int) -> float:
    """The standard errors of Student's distribution, of so many degrees of freedom, for normal ones.

    Source: Fisher and Cornish, The percentile points of distributions having known cumulants
    (Technometrics 2, 1960), the first two terms.
    """
    first = (errors**3 + errors) / 4
    second = (5 * errors**5 + 16 * errors**3 + 3 * errors) / 96
    return errors + first / free + second / free**2


class Interval(NamedTuple):
    """A mean or a share of many, and the 95 % interval around it."""

    mean: float
    low: float
    high: float


def wilson(successes: int, trials: int) -> Interval:
    """A share with its interval. Source: Wilson, Probable inference (JASA 22, 1927).

    Raises:
        ValueError: there is no trial.
    """
    if trials < 1:
        message = "no trials"
        raise ValueError(message)
    share, z2 = successes / trials, Z * Z / trials
    middle = (share + z2 / 2) / (1 + z2)
    half = Z * sqrt(share * (1 - share) / trials + z2 / (4 * trials)) / (1 + z2)
    low = middle - half if successes else 0.0  # exactly, not but for rounding
    return Interval(share, low, middle + half if successes < trials else 1.0)


def paired_gain(more: int, fewer: int, trials: int) -> Interval:
    """The increase of a share from the first to the second of two tries of the same, with its interval.

    Half a trial is added to each of the four ways that both can end, so that a few trials which all agree
    are not taken for certain. Source: Agresti and Min, Simple improved confidence intervals for comparing
    matched proportions (Statistics in Medicine 24, 2005).

    Args:
        more: the trials in which only the second one succeeded.
        fewer: those in which only the first one did.
        trials: all of them, at least one.
    """
    mean, total = (more - fewer) / trials, trials + 2
    middle = (more - fewer) / total
    half = Z * sqrt((more + fewer + 1) / total - middle * middle) / sqrt(total)
    return Interval(mean, max(-1.0, min(mean, middle - half)), min(1.0, max(mean, middle + half)))


def differs(more: int, fewer: int, errors: float) -> bool:
    """True if a share is not the same in two tries, by so many standard errors; the figures as before.

    Source: McNemar's test, corrected for continuity (Edwards, Psychometrika 13, 1948).
    """
    return abs(more - fewer) - 1 > errors * sqrt(more + fewer)
