import { defineChangeStream } from "../../helpers/change-stream-conformance.ts";
import { describeHosted } from "../../helpers/describe-hosted.ts";

describeHosted("the change stream", (manager) => defineChangeStream(manager));
