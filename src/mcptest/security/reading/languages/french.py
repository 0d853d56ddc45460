"""French."""

from __future__ import annotations

from mcptest.security.reading.language import Language, phrase, word_set

LANGUAGE = Language(
    tag="fr",
    name="French",
    triggers=word_set(
        """
        ignore ignorez oublie oubliez instructions consignes dis dites mentionne révèle
        informe utilisateur outil outils lis transmets envoie mots variables historique
        meilleur
        """
    ),
    undo=phrase(
        r"""
        \b(?:ignore[zr]?|oublie[zr]?|contourne[zr]?)\b(?:\W+[\w']+){0,3}?\W+(?:instructions|consignes
        |règles|directives)(?:\W+\w+){0,1}?\W+(?:précédentes?|antérieures?|ci-dessus|du système)
        |\b(?:ignore[zr]?|oublie[zr]?)\b(?:\W+[\w']+){0,2}?\W+(?:tes|vos) (?:instructions|consignes|règles)
        """
    ),
    cover=phrase(
        r"""
        \bne (?:le |lui )?(?:dis|dites|mentionne[zr]?|révèle[zr]?|signale[zr]?)\b(?:\W+[\w']+){0,3}?
        \W+(?:pas|jamais|rien)\b(?:\W+[\w']+){0,3}?\W+(?:l'utilisateur|aux? utilisateurs?)
        |\bn'informe[zr]? (?:pas|jamais) l'utilisateur|\bsans (?:en )?informer l'utilisateur
        |\bà l'insu de l'utilisateur
        """
    ),
    act=phrase(
        r"\b(?:lis|lisez|ouvre|ouvrez|collecte|copie|envoie|envoyez|transmets|transmettez)\b"
    ),
    object=phrase(
        r"\b(?:variables d'environnement|mots de passe|historique|identifiants|clés? api)\b"
    ),
    sink=phrase(r"\b(?:dans|comme|à|en tant que)\b"),
    others=phrase(r"\b(?:un|tout|chaque|les|tous les) autres? outils?\b"),
    change=phrase(r"\b(?:ajoute[zr]?|remplace[zr]?|modifie[zr]?|change[zr]?|redirige[zr]?)\b"),
    praise=phrase(r"\b(?:le meilleur|seul)\b"),
    rivals=phrase(r"\b(?:au lieu de|plutôt que) (?:tous les |tout )?autres?\b"),
    slur=phrase(r"\bquoi que (?:demande|dise) l'utilisateur\b"),
    negated=phrase(r"\b(?:jamais|pas|sans|refuse)\b"),
    fine=phrase(r"\b(?:avant|jusqu'à)\b"),
)
