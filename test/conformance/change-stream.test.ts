import { defineChangeStream } from "../helpers/change-stream-conformance.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";

describeMountable("the change stream", (client) => defineChangeStream(client));
