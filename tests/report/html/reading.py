"""A page as a browser's parser sees it: its elements, its text, its addresses."""

from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "hr", "img"}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements = []  # (name, attributes)
        self.open = []
        self.unbalanced = []
        self.texts = {}  # by element name
        self._shown = []
        self.feed(text)
        self.close()

    def handle_starttag(self, name, attributes):
        self.elements.append((name, dict(attributes)))
        if name not in VOID:
            self.open.append(name)

    def handle_startendtag(self, name, attributes):
        self.elements.append((name, dict(attributes)))

    def handle_endtag(self, name):
        if not self.open or self.open.pop() != name:
            self.unbalanced.append(name)

    def handle_data(self, data):
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)
        if not {"script", "style"} & set(self.open):
            self._shown.append(data)

    def named(self, name):
        return [attributes for each, attributes in self.elements if each == name]

    def attributes(self):
        return [(key, value) for _, given in self.elements for key, value in given.items()]

    @property
    def text(self):
        return " ".join(self._shown)
