export const retiredTexts = {
  keep: "Keep the key retired",
  keepText:
    "Old applications then cannot create the feature again. Those that create it at their start go on as before.",
  leftOut: {
    one: "{count} feature is left out because its key is retired:",
    other: "{count} features are left out because their keys are retired:",
  },
  badge: "retired, still checked",
  free: "Free",
  freeKey: "Free the key {key}",
  freed: "The key {key} is free. A feature can have it again.",
  title: "Retired keys",
  text: "Keys of deleted features that no application can create or enable again. An undo of the deletion frees the key.",
  none: "No key is retired. To retire one, delete its feature.",
  onDelete: "Retire the key of every deleted feature",
  onDeleteText: "Also for deletions by Flipper clients. Imports never retire a key.",
  retired: "retired",
  by: "by {name}",
  more: "The first {shown} of {count} are listed.",
} as const;
