/** Loaded into a server: its clock starts at CLOCK_FROM and jumps to CLOCK_TO on SIGUSR2. */
const now = Date.now;
const { CLOCK_FROM, CLOCK_TO } = process.env;

let aheadMs = Number(CLOCK_FROM) - now();
Date.now = () => now() + aheadMs;

process.on('SIGUSR2', () => {
  aheadMs = Number(CLOCK_TO) - now();
});
