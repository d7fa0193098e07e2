/** For the health check of a container, which has no curl: exits with 0 if the service can serve requests. */
const { PORT = '3000' } = process.env;
try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT}/readyz`, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
