/** What is counted for Prometheus: requests and latency, the cache, the database's word, the process and its event loop. */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';

const SECONDS = [
  0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'weekfare_http_request_duration_seconds',
    help: 'Requests and how long they took, by route and status.',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
    registers: [this.#registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: 50 });
  }

  observe(route: string, status: number, milliseconds: number): void {
    this.#requests.observe({ route, status }, milliseconds / 1_000);
  }

  /** A figure that is asked for when it is collected. */
  gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name: `weekfare_${name}`,
      help,
      registers: [this.#registry],
      collect: () => gauge.set(read()),
    });
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }
}
