// Tools: the list, the form of one, and what came of calling it.

import { tag } from "/dom.js";
import { appOf } from "/apps/tools.js";
import { catalogRow } from "/views/catalog_list.js";
import { catalogView } from "/views/catalog_view.js";
import { CLASSES } from "/views/tool_class.js";
import { toolPanel } from "/views/tool_panel.js";

export function tools() {
  return catalogView({
    noun: "tool", kinds: ["tools"], nameOf: (item) => item.name, make: toolPanel,
    text: (item) => `${item.name} ${item.raw?.title ?? ""} ${item.raw?.description ?? ""} ${CLASSES[item.class][0]}`,
    row: (item) => catalogRow(item.name || "(no name)", item.raw?.description, appOf(item) && tag("app"), tag(...CLASSES[item.class]), item.problem && tag("!", "warned")),
  });
}
