import steelyard as sy
from steelyard.corpus.annotation import *
ms=["unigram-f1","stm","tkm","hwcm","dstm","dtkm","dependency-f","pos-or","dp-or","gramsim"]
ref="The dog chased the man."
outs={"swapped":["The man chased the dog."],"other words":["The cat found the bird."],"cut short":["The dog chased."],"inverted": ["The man was chased by the dog."]}
r=sy.score(outs,[ref],ms)
for m in ms: print(f"{m:14}", *(f"{r.value(s,m):.2f}" for s in outs))
from steelyard.text.annotation.annotator import annotator
from steelyard.corpus.bracketed import bracketed
for t in [ref,*[o[0] for o in outs.values()]]:
    print([ (bracketed(x),x.heads) for x in annotator("spacy").get([t])[t]])
def s(a,b,*ms,**k):
    r=sy.score({"A":[a]},[b],list(ms),**k)
    for x in r.scores: print(x.measure, round(x.value,4), x.reason)
s("The mice ran","The mouse ran","meteor(modules=exact)","meteor(modules=exact:stem)","meteor(modules=exact:wordnet-stem)")
s("We went home","We go home","meteor(modules=exact)","meteor(modules=exact:stem)","meteor(modules=exact:wordnet-stem)")
