"""Portuguese."""

from __future__ import annotations

from mcptest.security.reading.language import Language, phrase, word_set

LANGUAGE = Language(
    tag="pt",
    name="Portuguese",
    triggers=word_set(
        """
        ignore ignora esqueça instruções regras conte diga mencione revele informe usuário
        utilizador ferramenta ferramentas leia lê envie envia senhas variáveis histórico
        """
    ),
    undo=phrase(
        r"""
        \b(?:ignor[ae]|esqueça|desconsidere)\b(?:\W+\w+){0,3}?\W+(?:instruções|regras|diretrizes)
        (?:\W+\w+){0,1}?\W+(?:anteriores|prévias|do sistema|acima)
        """
    ),
    cover=phrase(
        r"""
        \b(?:não|nunca) (?:o |lhe )?(?:conte|diga|mencione|revele|informe|avise)\b(?:\W+\w+){0,3}?
        \W+(?:usuário|utilizador)|\bsem (?:o usuário saber|informar o usuário|avisar o usuário)
        """
    ),
    act=phrase(r"\b(?:leia|lê|abra|colete|copie|envie|envia|passe|transmita)\b"),
    object=phrase(r"\b(?:variáveis de ambiente|senhas|histórico|credenciais)\b"),
    sink=phrase(r"\b(?:no|na|como|para|ao)\b"),
    others=phrase(r"\b(?:outra|qualquer outra|cada|todas as) (?:outras? )?ferramentas?\b"),
    change=phrase(r"\b(?:adicione|acrescente|altere|substitua|troque|redirecione)\b"),
    negated=phrase(r"\b(?:nunca|jamais|não|sem)\b"),
    fine=phrase(r"\b(?:antes de|até que)\b"),
)
