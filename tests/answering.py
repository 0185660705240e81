"""Commands that answer with an account, as tests ask them of the sample."""

#: Name → content of the files that a command reads beside the sample.
FILES = {
    "gold.gr": "# sentence 1\nSUBJ(eat, man, _)\nOBJ(eat, fish)\n# sentence 2\nSUBJ(run, dog, _)\n",
    "A.gr": "# sentence 1\nSUBJ(eat, man, _)\nOBJ(eat, fish)\n# sentence 2\n",
    "B.gr": "# sentence 1\nSUBJ(eat, man, _)\n# sentence 2\nSUBJ(run, dog, _)\n",
    "relevant.tsv": "query\titem\nq1\ta\nq2\tb\n",
    "X.tsv": "query\titem\nq1\ta\n",
    "Y.tsv": "query\titem\nq1\ta\nq1\tb\nq2\ta\n",
}
QUICK = ("--resamples", "50")
MEASURES = ("-m", "bleu", "-m", "chrf", "-m", "rouge-l")
#: Command, and maybe a word that tells it from another → its arguments; the sample is in "sample", beside FILES.
COMMANDS = {
    "score": ("--corpus", "sample", *MEASURES, "--intervals"),
    "compare": ("--corpus", "sample", *MEASURES, *QUICK, "--trials", "200"),
    "compare baseline": ("--corpus", "sample", *MEASURES, *QUICK, "--trials", "200", "--baseline", "cedar"),
    "compare scheffe": ("--corpus", "sample", "-m", "chrf", *QUICK, "--test", "scheffe"),
    "ranks": ("--corpus", "sample", *MEASURES, *QUICK),
    "ranks over": ("--corpus", "sample", *MEASURES, "--over", "document"),
    "corroborate": ("--corpus", "sample", *MEASURES, *QUICK, "--trials", "200"),
    "report": ("--corpus", "sample", *MEASURES, *QUICK, "--trials", "200"),
    "power": ("--corpus", "sample", *MEASURES, "--pair", "cedar", "dune", "--simulations", "5", "--trials", "100"),
    "meta": ("--corpus", "sample", *MEASURES, *QUICK, "--trials", "100"),
    "meta with": (
        "--corpus", "sample", *MEASURES, *QUICK, "--trials", "100", "--significance", "--with", "prediction",
        "--with", "reliability", "--with", "qarla", "--with", "orange", "--with", "severity",
    ),
    "similarity": ("sample/ref.1.txt", "-m", "rouge-l"),
    "explain-difference": (
        "--corpus", "sample", "--system", "dune", "-m", "bleu", "-m", "chrf", "--segment", "market-04",
    ),
    "sweep": ("--corpus", "sample", "-m", "chrf", "--vary", "beta=1,2", "--dimension", "adequacy"),
    "axioms": ("-m", "bleu"),
    "align": ("--corpus", "sample", "--system", "dune", "--segment", "market-04"),
    "agree": ("--corpus", "sample", "--dimension", "adequacy", *QUICK),
    "relations": ("gold.gr", "A.gr", "B.gr", *QUICK, "--trials", "100"),
    "retrieval": ("relevant.tsv", "X.tsv", "Y.tsv", *QUICK, "--trials", "100"),
    "study lin-hovy-2003": ("lin-hovy-2003",),
    "study murray-2005": ("murray-2005", "--simulations", "20", "--trials", "100"),
    "study dorr-2005": ("dorr-2005", "--simulations", "5"),
    "study qarla-2005": ("qarla-2005", "--simulations", "5", "-m", "bleu", "-m", "rouge-l"),
    "study": (),
    "measures": (),
    "measures bleu": ("bleu",),
}  # fmt: skip
