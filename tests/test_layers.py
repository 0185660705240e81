"""Each layer of the package imports only from layers below it."""

import ast
import math
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from pathlib import Path

import pytest

from source_tree import REGISTRIES, SOURCE, imported, imported_modules, modules, name_of

# From the bottom up, by path: the longest that fits a module is its layer. What stands together may not import one
# another.
LAYERS = (
    ("version", "characters"),
    ("errors", "_core", "callable"),
    ("arguments",),
    ("loading",),
    ("plugins",),
    ("results",),
    ("files",),
    ("draws", "threads"),
    ("corpus",),
    ("judgements/table", "judgements/mqm_weights"),
    ("judgements/mqm", "judgements/scales"),
    ("judgements/files",),
    ("corpus/formats",),
    ("corpus/sample",),
    ("text/words",),
    ("annotation/trees",),
    ("providers/models", "providers/linkages"),
    ("providers/parsers",),
    ("providers",),
    ("annotation",),
    ("text",),
    ("summaries",),
    ("summaries/methods",),
    ("summaries/summarise",),
    ("measures/kinds",),
    ("measures",),
    ("statistics",),
    ("engines",),
    ("judgements",),
    ("scores",),
    ("reading",),
    ("inference",),
    ("inference/correlation/series",),
    ("inference/correlation/pairs",),
    ("inference/correlation/coefficient",),
    ("inference/correlation/coefficients",),
    ("inference/agreement/answer_pairs", "inference/agreement/distances"),
    ("inference/agreement/answers",),
    ("inference/agreement/coefficient",),
    ("inference/agreement/coefficients",),
    ("inference/correlation", "inference/agreement"),
    ("inference/comparison/significance", "inference/comparison/unit_scores"),
    ("inference/comparison/tests",),
    ("inference/comparison",),
    ("meta/sections",),
    ("meta/references", "meta/probes", "meta/sets", "meta/people"),
    ("meta",),
    ("tasks",),
    ("studies/recipes",),
    ("studies",),
    ("evaluation",),
    ("report",),
    ("cli",),
    ("cli/commands",),
    ("__init__", "__main__"),
)
# Inside the larger folders, from the bottom up; what is not named stands above those that are, and `__init__` on top.
# Here too, what stands together may not import one another.
ORDERS = {
    "annotation": "senses | layers | forests | chunk",
    "annotation/trees": "arcs head_rules | phrase | coordination nominals | clauses | constituents | derivation",
    "cli": "inputs numbers progress reads signals streams typed | output runs selection suggestions | groups",
    "cli/commands": "compare",
    "corpus": "sentences judgement reference_kinds | texts trees | bracketed conllu given references roles |"
    " selection | columns corpus | content sheets segments | loose documents score_files tables units",
    "evaluation": "findings people | evaluation",
    "files": "names numbers paths terminals unpacking | disk | csv_rows json_lines parquet rows",
    "inference": "checks proportions",
    "inference/agreement": (
        "answer_pairs distances left_out | answers figures | report coefficient | agreement | groups"
    ),
    "inference/comparison": (
        "comparison effects multiplicity rankings significance standings unit_scores | account notices |"
        " comparisons | paired power"
    ),
    "inference/correlation": (
        "series | pairs unit_draws | coefficient | correlation | grouping rank_test | decisions order_codes | estimate"
    ),
    "judgements": (
        "table mqm_weights | mqm scales | files | assessors normalisation rates sources measure | statistics | scores"
    ),
    "measures": "accuracy ngram nugget_f rouge_l unigram wer presets elsewhere | registry | notation",
    "measures/kinds": "base frequencies sums | references aligned bounded labels parsed rouge",
    "meta": "evaluation sections",
    "meta/people": "levels | cautions | correlation",
    "meta/probes": "probes | axiom_report",
    "meta/references": "pairwise bootstrap | clusters queen | qarla_results",
    "meta/sets": "figures severity | corroboration output_pairs | redundancy reliability",
    "providers": "cache processes",
    "report": "escapes json page signatures style terminal |"
    " forms grid labels latex_signs markdown measure_names tsv vega | figures latex plots svg writing |"
    " folder sections text",
    "results": "brief numbers signature | figure table | cells account | html | result",
    "scores": "external difference estimates | account | numbering | scores",
    "studies/recipes": "facets peers report settings | recipe | correlations judged listing | data_sets",
    "summaries": "units sizes mixture | documents | terms | method | extracts",
    "summaries/methods": "coverage document features last lead lsa lsa_score mmr query random scored utility",
    "tasks/relations": "relation | hierarchy rules | files matching | report",
    "text": "segmenters likeness | view | batch",
    "text/words": "lexicon stopwords contractions | lists | stems | keys",
    "text/words/wordnet": "table morphology | princeton",
}
#: As many modules of a folder can be read without knowing which stands on which.
MOST_WITHOUT_ORDER = 10
#: What reports take numbers from, by way of results; they import it for types only.
COMPUTING = ("statistics", "measures", "scores", "inference")
#: What they import nevertheless, each with its reason.
READ_BY_REPORTS = {
    "report/signatures imports measures/notation": "a signature is shortened to what is not its measure's default",
}
HEIGHT = {name: height for height, layer in enumerate(LAYERS) for name in layer}


def layer_of(path: Path) -> str:
    return layer_named(path.relative_to(SOURCE).with_suffix("").parts)


def layer_named(parts: Sequence[str]) -> str:
    """Return the layer of a module, or of a name in one, by the longest path that is a layer."""
    names = ("/".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in names if name in HEIGHT), parts[0])


def upward(path: Path, text: str) -> list[str]:
    here = layer_of(path)
    return [
        f"{path.relative_to(SOURCE)} imports {there}"
        for there in map(layer_named, imported(ast.parse(text), path))
        if there != here and HEIGHT.get(there, len(LAYERS)) >= HEIGHT[here]
    ]


def test_every_module_has_a_layer():
    assert {layer_of(path) for path in modules()} <= set(HEIGHT), "put the new module into LAYERS"
    assert len(modules()) > 30


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_upward_import(path):
    assert upward(path, path.read_text("utf-8")) == []


def test_reports_compute_nothing():
    computing = {
        f"{name_of(path)} imports {name}"
        for path in (SOURCE / "report").rglob("*.py")
        for name in imported_modules(path, only_for_types=False)
        if name.split("/")[0] in COMPUTING
    }
    assert computing - READ_BY_REPORTS.keys() == set(), "put what the report shows into the result"
    assert READ_BY_REPORTS.keys() - computing == set(), "this is not imported any more: take it out of the list"


def height_inside(name: str) -> float:
    """Return how high a module stands in its folder; a folder's `__init__` has the folder's name."""
    folder, _, module = name.rpartition("/")
    if name in ORDERS or (SOURCE / name).is_dir():
        return math.inf
    groups = ORDERS[folder].split("|")
    return next((height for height, group in enumerate(groups) if module in group.split()), len(groups))


@pytest.mark.parametrize("folder", ORDERS)
def test_no_upward_import_inside_a_folder(folder):
    paths = sorted((SOURCE / folder).glob("*.py"))
    upwards = [
        f"{name_of(path)} imports {name}"
        for path in paths
        for name in imported_modules(path) & set(map(name_of, paths))
        if height_inside(name) >= height_inside(name_of(path))
    ]
    assert upwards == [], "import downward only, or put the modules into ORDERS where they belong"


def cycles(imports: Mapping[str, Set[str]]) -> list[list[str]]:
    """Return every group of modules each of which reaches all the others by what they import."""
    reached = {name: reachable(name, imports) for name in imports}
    groups = {frozenset(other for other in reached[name] if name in reached.get(other, ())) for name in imports}
    return sorted(sorted(group) for group in groups if group)


def reachable(start: str, imports: Mapping[str, Set[str]]) -> set[str]:
    """Return what a module imports, directly or by way of others."""
    seen: set[str] = set()
    ahead = list(imports[start])
    while ahead:
        name = ahead.pop()
        if name not in seen:
            seen.add(name)
            ahead += imports.get(name, ())
    return seen


def test_no_modules_import_one_another_even_for_types():
    imports = {name_of(path): imported_modules(path) for path in modules()}
    assert cycles(imports) == [], "let the one take the plain parts of the other, or put both into one module"


def test_cycles_are_seen():
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c"]]


def test_every_large_folder_has_an_order():
    sizes = Counter(str(path.parent.relative_to(SOURCE)) for path in modules() if path.name != "__init__.py")
    del sizes["."]  # LAYERS names these one by one
    large = {folder for folder, size in sizes.items() if size > MOST_WITHOUT_ORDER}
    assert large - {*ORDERS, *REGISTRIES} == set(), "put the folder into ORDERS"


@pytest.mark.parametrize("folder", ORDERS)
def test_what_an_order_names_is_there(folder):
    names = ORDERS[folder].replace("|", " ").split()
    assert [name for name in names if not (SOURCE / folder / f"{name}.py").is_file()] == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("measures/wer.py", "from steelyard.scores import score"),
        ("text/view.py", "def late():\n    import steelyard.measures.kinds.base"),
        ("corpus/corpus.py", "from steelyard import statistics"),
        ("corpus/corpus.py", "from ..text import View"),
        ("scores/scores.py", "from steelyard import __init__"),
        ("statistics/resampling.py", "import steelyard"),
    ],
)
def test_upward_imports_are_seen(path, text):
    assert upward(SOURCE / path, text)


def test_downward_imports_are_allowed():
    assert (
        upward(SOURCE / "scores" / "scores.py", "from steelyard import _core, errors\nfrom ..statistics import load")
        == []
    )
