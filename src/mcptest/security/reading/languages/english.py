"""English."""

from __future__ import annotations

from mcptest.security.reading.language import Language, phrase, word_set

_QUALIFIED = (
    r"(?:previous|prior|earlier|above|preceding|former|foregoing|your|system|safety|security"
    r"|operator's|user's|host's|original)"
)
_RULES = (
    r"(?:instructions?|rules?|guidelines?|prompts?|directives?|polic(?:y|ies)|constraints?"
    r"|guardrails?|restrictions?|confirmations?|safeguards?|training|programming)"
)

LANGUAGE = Language(
    tag="en",
    name="English",
    triggers=word_set(
        """
        ignore disregard forget override bypass void discard disabled approve execute comply
        obey tell telling mention mentioning reveal revealing inform informing notify
        notifying disclose alert know silently secretly covertly discreetly quietly hidden
        secret pretend instead although conversation history cookies keychain credentials
        credential password passwords token tokens key keys environment secrets prompt
        messages tools tool server servers superior trustworthy best reliable only official
        insecure everything transcript inst system assistant now decode prepend append
        called invoked available whenever
        """
    ),
    undo=phrase(
        rf"""
        \b(?:(?:ignor|disregard|forget|overrid|bypass|void|discard|abandon)(?:e|ing)?|set aside
        |(?:do not|don't|stop) follow(?:ing)?|skip)\b
        (?:\W+(?:all|any|every|the|of|these|those|and|other|my|its|or)){{0,4}}
        \W+{_QUALIFIED}(?:\W+(?:[\w']+)){{0,2}}?\W+{_RULES}\b
        |\b(?:ignor|disregard|forget|overrid|bypass)(?:e|ing)?\b(?:\W+[\w']+){{0,3}}?
        \W+{_RULES}\W+(?:above|before|given (?:so far|before|earlier))
        |\b(?:ignore|disregard|forget)\b(?:\W+[\w']+){{0,3}}?\W+you were (?:told|given)
        |\b(?:your|all) (?:safety|security) (?:polic\w+|checks?|rules?|filters?|guidelines?)
        (?:\W+\w+){{0,3}}?\W+(?:void|disabled|suspended|lifted|switched off|turned off)\b
        |\bbypass\b(?:\W+\w+){{0,2}}\W+(?:confirmation|approval|permission)\b(?:\W+\w+){{0,2}}
        \W+of your host
        """
    ),
    autopilot=phrase(
        r"""
        \b(?:approve|accept|execute|run|comply with|allow|confirm)\b(?:\W+[\w']+){0,8}?
        \W+without (?:asking|(?:any )?confirmation|(?:the user's )?(?:approval|permission|consent))
        |\b(?:approve|accept|allow|execute) (?:every|all|any) (?:\w+ )?(?:actions?|commands?
        |requests?|tool calls?|operations?)\b
        |\brun whatever\b|\bdo (?:exactly )?(?:as|what) (?:i|this tool|the tool results?) says?\b
        |\bobey only\b|\bunrestricted (?:assistant|mode|ai)\b
        """
    ),
    cover=phrase(
        r"""
        \b(?:do not|don't|never|must not|should not|mustn't|shouldn't|avoid|refrain from|without)
        (?: ever)? (?:tell(?:ing)?|mention(?:ing)?|reveal(?:ing)?|inform(?:ing)?|notify(?:ing)?
        |disclos(?:e|ing)|alert(?:ing)?|warn(?:ing)?|let(?:ting)?)\b(?:\W+[\w']+){0,7}?
        \W+(?:the )?(?:user|users|human|operator)\b
        |\b(?:do not|don't|never) (?:reveal|disclose|mention) (?:the real|that you|this step
        |this instruction|these instructions)\b
        |\bkeep(?:ing)? (?:this|it|that|them|the \w+(?: \w+)?) (?:a )?(?:hidden|secret|concealed
        |private) from (?:the )?(?:user|human|operator)
        |\b(?:the )?user (?:must|should|may|shall|can) (?:not|never) (?:know|see|notice|learn
        |be (?:told|informed|made aware)|find out)\b
        |\bleave (?:it|this|that|them) out of (?:your|the) (?:summary|answer|response|report|reply)
        |\bwithout (?:the )?user(?:'s)? (?:knowing|knowledge|noticing|being aware)
        |\b(?:you|assistant|model|agent|ai)\b(?:\W+\w+){0,5}?\W+(?:silently|secretly|covertly
        |discreetly)\b
        |\breport (?:the )?\w+ as (?:\w+ ){1,3}although\b
        """
    ),
    act=phrase(
        r"""
        \b(?:read|open|cat|collect|gather|extract|copy|fetch|retrieve|include|pass|put|attach|send
        |upload|e-?mail|forward|post|append|encode|dump|leak|transmit|paste|supply|exfiltrate
        |write)\b
        """
    ),
    object=phrase(
        r"""
        \b(?:environment variables|api keys?|passwords?|credentials|(?:access|auth|github|session
        |bearer|oauth) tokens?|private keys?|ssh keys?|(?:user's|user) secrets|cookies|keychain
        |system prompt|(?:chat|conversation|message) history|(?:the|this|full|entire) conversation
        |text of the conversation|(?:all |the )?previous messages|the chat)\b
        """
    ),
    sink=phrase(r"\b(?:as|into|in|to|via|using|with|through)\b"),
    others=phrase(
        r"""
        \b(?:any|every|each|all|another|other|competing)(?: (?:other|of the|the))? (?:\w+ )?tools?\b
        (?! (?:of|in|on|from|provided by) (?:this|the same|our) server)
        |\btools? of (?:another|other|any other|every other) servers?\b
        |\bthe (?:filesystem|payment|email|mail|file|messaging|git|database|browser|bank) tools?\b
        """
    ),
    change=phrase(
        r"""
        \b(?:change|replace|add|append|prepend|insert|set|route[d]?|redirect(?:ed)?|forward|pass
        |modify|swap|multipl(?:y|ied)|bcc|rewrite|substitute|alter|invoked with|called with)\b
        """
    ),
    lasting=phrase(
        r"""
        \bfrom now on\b|\bfor the (?:rest|remainder) of (?:this|the) (?:session|conversation|chat)\b
        |\bin (?:every|all) (?:future |following )?(?:responses?|answers?|messages?|turns?)\b
        |\buntil further notice\b|\byou are now\b
        """
    ),
    addressee=phrase(r"\b(?:you|the assistant|the model|the ai|the agent|llm)\b"),
    praise=phrase(
        r"""
        \b(?:the (?:best|only|superior)|most (?:reliable|trustworthy)|superior|only trustworthy
        |official)\b
        """
    ),
    rivals=phrase(
        r"""
        \b(?:over|instead of|to|than|never (?:use|call|select|choose)|ignore|call|use)
        (?:\W+(?:any|every|all|the))?\W+(?:other|competing|another|rival)\b(?:\W+\w+){0,2}
        |\bto any tool of another server\b|\bnever call them\b
        """
    ),
    slur=phrase(
        r"""
        \b(?:other|competing|rival)\b(?:\W+\w+){0,3}\W+(?:is|are) (?:insecure|broken|dangerous
        |unreliable|wrong|outdated|unsafe|malicious|deprecated|harmful)
        |\bregardless of the question\b|\bwhatever the user asks\b|\beven (?:when|if) the user names\b
        """
    ),
    collects=phrase(
        r"""
        \b(?:full|entire|complete|whole|verbatim|all of the)\W+(?:conversation|chat)
        (?:\W+(?:history|transcript|context|log|text))?\b
        |\b(?:your|the) system prompt\b
        |\b(?:definitions|descriptions|schemas) of (?:all|your|the other) (?:\w+ )?tools\b
        |\beverything (?:that )?(?:you know )?about the user\b|\ball previous (?:messages|tool results)\b
        """
    ),
    reported=phrase(
        r"""
        (?:\bsays?(?: to)?|\btells? (?:you|it)(?: to)?|\basks? (?:you|it|the model) to
        |\battempts?(?: to)?|\btr(?:y|ies|ying)(?: to)?|\bphrases?|\bsuch as|\blike|\bdetects?
        |\be\.g\.|\bexample|\bcontains?|\bblocks?|\binstructions? to)(?:\W+[\w']+){0,3}\W*$
        """
    ),
    negated=phrase(
        r"""
        \b(?:never|not|cannot|can't|doesn't|don't|refuses?|refused|rejects?|except|masked?|masks
        |blocks?|blocked|prevents?|avoid|redacts?|without|instead of|rather than)\b
        """
    ),
    wished=phrase(
        r"\b(?:if|that|whom|which) the user (?:asks for|wants|agrees|names|gives|chooses)\b"
    ),
    fine=phrase(
        r"""
        \b(?:until|unless|before the (?:round|game))\b
        |\b(?:tell|ask|inform|let)(?:ing)? the user (?:to|how|which|what)\b
        """
    ),
)
