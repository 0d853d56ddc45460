"""Chinese."""

from __future__ import annotations

from mcptest.security.reading.language import Language, phrase

LANGUAGE = Language(
    tag="zh",
    name="Chinese",
    spaced=False,
    triggers=frozenset(
        (
            "忽略",
            "无视",
            "忘记",
            "告诉用户",
            "告知用户",
            "提及",
            "读取",
            "其他工具",
            "环境变量",
            "隐瞒",
        )
    ),
    undo=phrase(
        r"(?:忽略|无视|忘记|绕过)[^。！？]{0,6}?(?:之前|先前|以前|上述|前面|系统)[^。！？]{0,6}?(?:指令|指示|规则|提示|说明)"
    ),
    cover=phrase(
        r"(?:不要|不得|切勿|别|请勿|不能)(?:将[^。]{0,10})?(?:告诉|告知|通知|提醒|透露给|让)[^。]{0,4}?用户|对用户隐瞒|瞒着用户"
    ),
    act=phrase(r"(?:读取|打开|收集|复制|发送|传入|传给|上传|附上)"),
    object=phrase(r"(?:环境变量|密码|聊天记录|对话历史|系统提示|密钥|凭据)"),
    sink=phrase(r"(?:作为|到|给|至)"),
    others=phrase(r"(?:其他|别的|任何|所有)(?:其他)?工具"),
    change=phrase(r"(?:替换|添加|修改|改为|转发)"),
    negated=phrase(r"(?:不会|不可|禁止|绝不)"),
    fine=phrase(r"(?:之前必须|直到)"),
)
