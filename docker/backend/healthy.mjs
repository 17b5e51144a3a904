// Whether the process of this container still turns; `ready` asks the API whether it can serve.
const path = process.argv[2] === 'ready' ? `:${process.env.PORT}/api/health/ready` : `:${process.env.METRICS_PORT}/live`;
try {
  const answer = await fetch(`http://127.0.0.1${path}`, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = answer.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
