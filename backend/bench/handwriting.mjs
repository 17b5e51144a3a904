// How right handwriting is read, by font and engine: npm run bench -- --only=handwriting
import { argv } from 'node:process';
import { printHandwriting } from './reading.mjs';

await printHandwriting({ quick: argv.includes('--quick') });
