// The safety classes of tools, as words with a colour.

export const CLASSES = {
  ReadOnly: ["read-only", "passed"], ReadOnlyPresumed: ["presumed read-only", ""], Mutating: ["mutating", "warned"], Destructive: ["destructive", "failed"],
};
