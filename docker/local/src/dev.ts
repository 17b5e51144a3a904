import { startWatchers } from './launch/watchers';
import { runStack } from './launch/run-stack';

/** `npm run dev`: the same with watch; the API and worker restart, open pages load again. */
void runStack({ watch: true, onReady: startWatchers });
