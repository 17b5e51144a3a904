// Regenerates the contract: backend/openapi.json from the controllers, then the types the frontends use.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const document = here('./openapi.json');
execFileSync(process.execPath, [here('./dist/main.openapi.js'), document], { stdio: 'inherit' });
const types = astToString(await openapiTS(JSON.parse(readFileSync(document, 'utf8')), { defaultNonNullable: false }));
writeFileSync(here('../shared-ui/src/api/schema.ts'), `/* Generated from backend/openapi.json by \`npm run contract\`. */\n${types}`);
