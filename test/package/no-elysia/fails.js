throw new Error("The elysia of the host is loaded");
