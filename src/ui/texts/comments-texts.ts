/** Loaded with the comments on requests and features. */
export const commentsTexts = {
  comments: {
    title: "Comments",
    none: "Nobody has said anything yet.",
    someone: "someone",
    field: "Comment",
    hints: {
      request: "Markdown without HTML and images. Everyone who sees the request can read it.",
      feature: "Markdown without HTML and images. Everyone who sees the feature can read it.",
      act: "Markdown without HTML and images. Admins and owners can read it.",
    },
    send: "Comment",
    edited: "edited",
    actions: "Actions for the comment of {name}",
    editField: "Text of the comment",
    edit: "Edit",
    save: "Save",
    cancel: "Cancel",
    delete: "Delete",
    deleteTitle: "Delete this comment?",
    deleteText: "Its text is gone. The security log keeps who wrote it and who deleted it.",
    deleted: "The comment is deleted.",
  },
} as const;
