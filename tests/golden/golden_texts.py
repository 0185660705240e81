"""The texts that golden numbers of ROUGE were made from."""


def datasets(ted, realsumm):
    """Dataset → outputs by system, reference sets, and the names of documents."""
    numbers = [str(n) for n in range(len(ted.documents))]
    made = {f"ted-zhen-{names}": (ted.systems, ted.sets(names), numbers) for names in ("A", "B", "AB")}
    for size in (30, 100):
        first = sorted(realsumm.references, key=int)[:size]
        outputs = {name: [texts[d] for d in first] for name, texts in realsumm.systems.items()}
        made[f"realsumm-abs{size}"] = (outputs, [[realsumm.references[d] for d in first]], first)
    return made
