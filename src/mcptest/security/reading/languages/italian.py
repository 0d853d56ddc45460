"""Italian."""

from __future__ import annotations

from mcptest.security.reading.language import Language, phrase, word_set

LANGUAGE = Language(
    tag="it",
    name="Italian",
    triggers=word_set(
        """
        ignora ignorare dimentica istruzioni regole dire dirlo menzionare rivelare informare
        utente strumento strumenti leggi invia passa password variabili cronologia
        """
    ),
    undo=phrase(
        r"""
        \b(?:ignora(?:re|te)?|dimentica(?:re|te)?)\b(?:\W+\w+){0,3}?\W+(?:istruzioni|regole|direttive)
        (?:\W+\w+){0,1}?\W+(?:precedenti|del sistema|sopra)
        """
    ),
    cover=phrase(
        r"""
        \bnon (?:dire|dirlo|menzionare|rivelare|riferire|informare)\b(?:\W+[\w']+){0,3}?
        \W*(?:all'|l'|al )utente|\bsenza (?:che l'utente lo sappia|informare l'utente|dirlo all'utente)
        """
    ),
    act=phrase(r"\b(?:leggi|leggere|apri|raccogli|copia|invia|inviare|passa|passare|trasmetti)\b"),
    object=phrase(r"\b(?:variabili d'ambiente|password|cronologia|credenziali)\b"),
    sink=phrase(r"\b(?:nel|nella|come|a|in)\b"),
    others=phrase(r"\b(?:un altro|ogni altro|tutti gli altri|altri) strument[oi]\b"),
    change=phrase(r"\b(?:aggiungi|sostituisci|modifica|cambia|reindirizza)\b"),
    negated=phrase(r"\b(?:mai|non|senza)\b"),
    fine=phrase(r"\b(?:prima di|finché)\b"),
)
