/** Processes that the product starts under Jest run the sources as they are, too. */
process.execArgv.push('--require', require.resolve('./outbox-typescript.cjs'));
