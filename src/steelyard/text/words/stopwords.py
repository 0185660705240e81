"""Lists of English words that say little about content."""

ENGLISH = frozenset(
    """
    a about above after again against all almost also although always am among an and another any anybody anyone
    anything are around as at away back be became because become been before behind being below between both but by
    came can cannot come could did do does doing done down during each either else enough even ever every everybody
    everyone everything few first for from further get gets getting go goes going gone got had has have having he her
    here hers herself him himself his how however i if in indeed instead into is it its itself just last least less let
    like made make makes making many may maybe me might mine more most mostly much must my myself near nearly need
    neither never next no nobody none nor not nothing now of off often on once one only or other others otherwise our
    ours ourselves out over own per perhaps quite rather really said same say says seem seemed seems several shall she
    should since so some somebody someone something sometimes still such take taken than that the their theirs them
    themselves then there therefore these they thing things this those though through thus to together too toward
    towards under until up upon us use used uses using usually very was we well went were what whatever when whenever
    where whether which while who whoever whole whom whose why will with within without would yet you your yours
    yourself yourselves
    """.split()
)

#: The tokens that METEOR 1.5 holds to be English function words, punctuation included; found by asking it.
METEOR = frozenset(
    """
    " $ ' 's 't ( ) , - -- -lrb- -rrb- . : ? — ’ “ ” a about after all also an and are as at be been but by can could
    first for from had has have he her his i if in into is it its last more new no not of on one or other out over
    people s said she so some than that the their there they this time to two up was we were what when which who will
    with would year years you
    """.split()
)

LISTS = {"english": ENGLISH, "meteor": METEOR}
