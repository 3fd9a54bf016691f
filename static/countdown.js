// Counts the seconds during which a turn can be taken back.

/** Count down in `timer`, and call `over` at the end; return a function that stops it. */
export function countDown(timer, seconds, over) {
  const end = performance.now() + seconds * 1000;
  const tick = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    timer.textContent = `${Math.floor(Math.max(left, 0) / 60)}:${
      String(Math.max(left, 0) % 60).padStart(2, "0")
    }`;
    if (left > 0) return;
    clearInterval(ticking);
    over();
  };
  const ticking = setInterval(tick, 1000);
  tick();
  return () => clearInterval(ticking);
}
