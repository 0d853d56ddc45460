"""Spanish."""

from __future__ import annotations

from mcptest.security.reading.language import Language, phrase, word_set

LANGUAGE = Language(
    tag="es",
    name="Spanish",
    triggers=word_set(
        """
        ignora ignore olvida olvide instrucciones reglas digas diga menciones mencione
        reveles informes usuario herramienta herramientas lee lea envía envíe contraseñas
        variables historial mejor
        """
    ),
    undo=phrase(
        r"""
        \b(?:ignor[ae]|olvid[ae]|omit[ae])\b(?:\W+\w+){0,3}?\W+(?:instrucciones|reglas|directrices|normas)
        (?:\W+\w+){0,1}?\W+(?:anteriores|previas|del sistema|de arriba)
        |\b(?:ignor[ae]|olvid[ae])\b(?:\W+\w+){0,2}?\W+(?:tus|sus) (?:instrucciones|reglas)
        """
    ),
    cover=phrase(
        r"""
        \b(?:no|nunca) (?:se |le )*(?:lo )?(?:digas?|menciones?|reveles?|cuentes?|informes?|avises?)\b
        (?:\W+\w+){0,3}?\W+(?:usuario|usuaria)
        |\bsin (?:que el usuario (?:lo )?sepa|informar al usuario|avisar al usuario)
        """
    ),
    act=phrase(r"\b(?:lee|lea|abre|abra|recopila|copia|envía|envíe|pasa|pase|transmite)\b"),
    object=phrase(r"\b(?:variables de entorno|contraseñas|historial|credenciales|claves api)\b"),
    sink=phrase(r"\b(?:en|como|a|al)\b"),
    others=phrase(r"\b(?:otra|cualquier otra|las demás|cada|todas las) (?:otra )?herramientas?\b"),
    change=phrase(
        r"\b(?:añad[ae]|agreg(?:a|ue)|cambi[ae]|reemplac?[ae]|sustituy[ae]|redirig[ae])\b"
    ),
    praise=phrase(r"\b(?:la mejor|única)\b"),
    rivals=phrase(r"\b(?:en lugar de|en vez de) (?:cualquier|todas las|las) (?:otra|demás)\b"),
    slur=phrase(r"\bpida lo que pida el usuario\b"),
    negated=phrase(r"\b(?:nunca|jamás|no|sin)\b"),
    fine=phrase(r"\b(?:antes de|hasta que)\b"),
)
