// Presets that only the browser knows. Whoever has chosen something else keeps it.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const select of document.querySelectorAll("select[data-preset='time-zone']")) {
  if (select.value !== "UTC" || !zone || select.hasAttribute("aria-invalid")) continue;
  // Some browsers name a zone as it was called long ago: the service knows those names as well.
  const isOffered = [...select.options].some((option) => option.value === zone);
  if (!isOffered) select.add(new Option(zone.split("/").pop().replaceAll("_", " "), zone));
  select.value = zone;
}
