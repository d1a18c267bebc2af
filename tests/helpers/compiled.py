"""The same questions put to rustworkx, a compiled library of matchings that the engine does without."""

from __future__ import annotations

import rustworkx


def best_matching(count, weighted):
    """What ``engine.matching.best_matching`` gives, unless there are several best ones."""
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from(list(weighted))
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted(tuple(sorted(pair)) for pair in pairs)


def can_be_matched(allowed, *, but=0):
    """What ``engine.largest_matching.can_be_matched`` gives."""
    pairs = [(one, two, 1) for one, others in enumerate(allowed) for two in others if one < two]
    return len(allowed) - 2 * len(best_matching(len(allowed), pairs)) <= but


def edge_colours(left):
    """What ``engine.pairing.edge_colours.edge_colours`` gives, pair by pair."""
    players = sorted(left)
    place = {no: i for i, no in enumerate(players)}
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(players)
    pairs = [(one, two) for one in players for two in sorted(left[one]) if one < two]
    lines = graph.add_edges_from([(place[one], place[two], None) for one, two in pairs])
    colours = rustworkx.graph_misra_gries_edge_color(graph)
    return {pair: colours[line] for line, pair in zip(lines, pairs, strict=True)}
