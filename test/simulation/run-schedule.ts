import { ClusterRun, clusterForm } from "./cluster-run.ts";
import { ReplicaRun, replicaForm } from "./replica-run.ts";
import type { Schedule, ScheduleForm } from "./schedule.ts";
import { TelemetryRun, telemetryForm } from "./telemetry-run.ts";
import { VirtualDisk } from "./virtual-disk.ts";
import { useVirtualGlobals } from "./virtual-globals.ts";
import { VirtualWorld, worldStartMs } from "./virtual-world.ts";

interface World {
  readonly form: ScheduleForm;
  /** Runs a schedule; throws the first violation. */
  readonly run: (world: VirtualWorld, schedule: Schedule) => Promise<void> | void;
}

/** What is simulated, by name. */
export const worlds: Readonly<Record<string, World>> = {
  cluster: { form: clusterForm, run: (world, schedule) => new ClusterRun(world).run(schedule) },
  replica: {
    form: replicaForm,
    run(world, schedule) {
      using disk = new VirtualDisk();
      new ReplicaRun(world, disk).run(schedule);
    },
  },
  telemetry: {
    form: telemetryForm,
    async run(world, schedule) {
      using disk = new VirtualDisk();
      await new TelemetryRun(world, disk).run(schedule);
    },
  },
};

export interface RunOutcome {
  /** What did not hold; undefined if everything did. */
  readonly violation: Error | undefined;
  /** Equal for equal runs only. */
  readonly digest: number;
  readonly taskCount: number;
  readonly virtualMs: number;
  /** How often each kind of line of the trace occurred. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Runs a schedule in a new world, from beginning to end. `print` gets the lines of the trace. */
export async function runSchedule(
  schedule: Schedule,
  print?: (line: string) => void,
): Promise<RunOutcome> {
  const kind = worlds[schedule.world];
  if (kind === undefined) {
    throw new Error(`There is no world ${schedule.world}`);
  }
  const world = new VirtualWorld(schedule.seed, print);
  const restoreGlobals = useVirtualGlobals(world);
  let violation: Error | undefined;
  try {
    await kind.run(world, schedule);
  } catch (error) {
    violation = error instanceof Error ? error : new Error(String(error));
  } finally {
    restoreGlobals();
  }
  const { digest, taskCount, counts } = world;
  return { violation, digest, taskCount, counts, virtualMs: world.nowMs - worldStartMs };
}
