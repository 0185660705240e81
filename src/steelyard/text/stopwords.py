"""Our English stop list: function words that say little about content."""

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
