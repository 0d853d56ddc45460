"""Japanese."""

from __future__ import annotations

from mcptest.security.reading.language import Language, phrase

LANGUAGE = Language(
    tag="ja",
    name="Japanese",
    spaced=False,
    triggers=frozenset(
        (
            "無視",
            "忘れ",
            "伝えない",
            "知らせない",
            "言わない",
            "読み取",
            "読み込",
            "他のツール",
            "環境変数",
            "秘密に",
        )
    ),
    undo=phrase(
        r"(?:これまで|以前|前|上記|システム|従来)の?[^。]{0,6}?(?:指示|命令|ルール|規則|プロンプト)[^。]{0,8}?(?:無視|忘れ)"
    ),
    cover=phrase(
        r"(?:ユーザー?|利用者)に[^。]{0,16}?(?:伝えない|知らせない|言わない|話さない|教えない)|(?:ユーザー?|利用者)に(?:は)?(?:内緒|秘密)"
    ),
    act=phrase(r"(?:読み取|読み込|開いて|収集|コピー|送信|渡して|添付)"),
    object=phrase(r"(?:環境変数|パスワード|会話履歴|システムプロンプト|秘密鍵|認証情報)"),
    sink=phrase(r"(?:として|へ|に)"),
    others=phrase(r"(?:他の|ほかの|すべての)ツール"),
    change=phrase(r"(?:置き換え|追加|変更|転送)"),
    negated=phrase(r"(?:しません|されません|禁止)"),
    fine=phrase(r"(?:まで|伝えてから)"),
)
