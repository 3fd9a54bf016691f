// The frames of a replay. The API sends each piece of a drawing once; a frame has the splices that
// make its regions from those of the frame before it.

/** Return the frames of a replay, by their places in it. */
export function framesOf({ pieces, frames }) {
  const tables = tablesOf(frames);
  const last = frames.length - 1;
  return {
    last,
    at: (place) => frames[place],

    /** Return the place of the last frame that is not after this ply. */
    placeOf(ply) {
      const after = frames.findIndex((frame) => frame.ply > ply);
      return after === -1 ? last : Math.max(after - 1, 0);
    },

    /** Return the regions of a frame, for `draw`. */
    regions: (place) =>
      [...tables[place]].map(([key, used]) => ({
        key,
        html: used.map((piece) => pieces[piece]).join(""),
      })),
  };
}

function tablesOf(frames) {
  const tables = [];
  for (const { regions } of frames) {
    const table = new Map(tables.at(-1));
    for (const { key, splices } of regions) table.set(key, spliced(table.get(key) ?? [], splices));
    tables.push(table);
  }
  return tables;
}

function spliced(region, splices) {
  const made = [...region];
  for (const [place, gone, ...come] of splices) made.splice(place, gone, ...come);
  return made;
}
