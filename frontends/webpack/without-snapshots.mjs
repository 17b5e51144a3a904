/**
 * Stands in for the federation runtime's snapshot handler in the build. Snapshots serve remotes that are described by a
 * manifest; ours are listed by their container's file. The runtime carries a disabled handler of its own for such cases.
 */
import { DisabledSnapshotHandler } from 'federation-disabled-snapshots';

export class SnapshotHandler extends DisabledSnapshotHandler {
  /** Asked of when a remote is replaced. */
  manifestCache = new Map();
}

export function getGlobalRemoteInfo() {
  return {};
}
