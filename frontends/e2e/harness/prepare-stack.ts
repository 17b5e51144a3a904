import { prepareStack } from '../../../docker/local/src/stack/forked-stack';

/** One product is started once; those of the journeys begin with copies of what it made. */
export default async function prepare(): Promise<void> {
  process.env.TEST_STACK = await prepareStack();
}
