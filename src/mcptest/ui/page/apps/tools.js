// Which tools have an app, and where it is.

// The address of a tool's app; servers from before the extension was finished use another key.
export function appOf(item) {
  const meta = item?.raw?._meta;
  const uri = meta?.ui?.resourceUri ?? meta?.["ui/resourceUri"];
  return typeof uri === "string" && uri.startsWith("ui://") ? uri : null;
}
