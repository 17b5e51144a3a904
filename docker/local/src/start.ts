import { runStack } from './launch/run-stack';

/** `npm start` */
void runStack({ watch: false });
