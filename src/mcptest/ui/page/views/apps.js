// Apps: tools whose result a page of the server shows.

import { tag } from "/dom.js";
import { appOf } from "/apps/tools.js";
import { appPanel } from "/views/app_panel.js";
import { catalogRow } from "/views/catalog_list.js";
import { catalogView } from "/views/catalog_view.js";
import { CLASSES } from "/views/tool_class.js";

export function apps() {
  return catalogView({
    noun: "app", kinds: ["tools"], keep: (item) => appOf(item) !== null, nameOf: (item) => item.name, make: appPanel,
    text: (item) => `${item.name} ${item.raw?.title ?? ""} ${item.raw?.description ?? ""} ${appOf(item)}`,
    row: (item) => catalogRow(item.raw?.title ?? item.name, appOf(item), tag(...CLASSES[item.class])),
    none: "The server has no apps. An app is a tool with _meta.ui.resourceUri.",
  });
}
