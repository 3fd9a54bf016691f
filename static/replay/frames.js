// The positions of a game. Drawings are sent in pieces, each once; a frame says which of them are put
// where in the regions of the frame before it.

export class Frames {
  constructor({ pieces, frames }) {
    this.pieces = pieces;
    this.frames = frames;
    this.tables = [];
    let table = new Map();
    for (const { regions } of frames) {
      table = new Map(table);
      for (const { key, splices } of regions) table.set(key, spliced(table.get(key), splices));
      this.tables.push(table);
    }
  }

  get last() {
    return this.frames.length - 1;
  }

  // The place of the last frame that is not after this ply.
  placeOf(ply) {
    const after = this.frames.findIndex((frame) => frame.ply > ply);
    return after === -1 ? this.last : Math.max(after - 1, 0);
  }

  keys(place) {
    return [...this.tables[place].keys()];
  }

  html(place, key) {
    return (this.tables[place].get(key) ?? []).map((piece) => this.pieces[piece]).join("");
  }

  // The keys of the regions in which a frame differs from the one before it.
  changed(place) {
    return place ? this.frames[place].regions.map(({ key }) => key) : [];
  }
}

function spliced(region = [], splices) {
  const made = [...region];
  for (const [place, gone, ...come] of splices) made.splice(place, gone, ...come);
  return made;
}
