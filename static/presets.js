// Presets that only the browser knows. Whoever has chosen something else keeps it.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const select of document.querySelectorAll("select[data-preset='time-zone']")) {
  const untouched = select.value === "UTC";
  if (untouched && [...select.options].some((option) => option.value === zone)) select.value = zone;
}
