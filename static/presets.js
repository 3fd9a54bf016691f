// Preselects the browser's time zone where no other zone is chosen.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const select of document.querySelectorAll("select[data-preset='time-zone']")) {
  if (select.value !== "UTC" || !zone || select.hasAttribute("aria-invalid")) continue;
  // Some browsers use old names of zones, which the service knows as well.
  const isOffered = [...select.options].some((option) => option.value === zone);
  if (!isOffered) select.add(new Option(zone.split("/").pop().replaceAll("_", " "), zone));
  select.value = zone;
}
