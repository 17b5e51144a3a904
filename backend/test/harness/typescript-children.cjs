/** Processes that the product starts under Jest run the sources as they are, too. */
const typescript = require.resolve('./outbox-typescript.cjs');
if (!process.execArgv.includes(typescript)) process.execArgv.push('--require', typescript);
