// Counts the seconds during which a turn can be taken back; then the page tells what is so now.

const timer = document.querySelector("[role=timer]");
const end = performance.now() + Number(timer.dataset.seconds) * 1000;

function countDown() {
  const seconds = Math.ceil((end - performance.now()) / 1000);
  if (seconds <= 0) {
    clearInterval(ticking);
    location.reload();
    return;
  }
  timer.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const ticking = setInterval(countDown, 1000);
countDown();
