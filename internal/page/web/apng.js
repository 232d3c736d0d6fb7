// @ts-check
// Animated pictures: pictures in PNG become the frames of one file (Portable Network Graphics, third edition, section
// 11.3).

const crcs = Uint32Array.from({ length: 256 }, (_, n) => {
	for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
	return n;
});

/** Numbers as bytes, the highest byte first, each number with its size. @param {...[number, number]} all */
const bytes = (...all) => all.flatMap(([size, n]) => [24, 16, 8, 0].slice(4 - size).map(shift => (n >>> shift) & 255));

/** A chunk: its length, its type, its content, and a checksum. @param {string} type @param {ArrayLike<number>} data */
function chunk(type, data) {
	const body = new Uint8Array(4 + data.length);
	body.set([...type].map(letter => letter.charCodeAt(0)));
	body.set(data, 4);
	const crc = ~body.reduce((crc, byte) => crcs[(crc ^ byte) & 255] ^ (crc >>> 8), -1);
	return [new Uint8Array(bytes([4, data.length])), body, new Uint8Array(bytes([4, crc]))];
}

/** The content of a picture's chunks of a type. @param {Uint8Array} png @param {string} type */
function contents(png, type) {
	const all = [],
		view = new DataView(png.buffer, png.byteOffset);
	for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
		if (String.fromCharCode(...png.subarray(at + 4, at + 8)) == type)
			all.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
	}
	return all;
}

/** Joins pictures of one size to an animation in a loop. It shows each for a second, and the last one for three.
 * @param {Uint8Array[]} frames as PNG */
export function apng(frames) {
	const [header] = contents(frames[0], 'IHDR'),
		out = [frames[0].subarray(0, 8), ...chunk('IHDR', header), ...chunk('acTL', bytes([4, frames.length], [4, 0]))];
	let number = 0; // of the chunks about frames, in their order
	frames.forEach((png, i) => {
		if (String(contents(png, 'IHDR')[0]) != String(header)) throw new Error('the pictures are not alike');
		const seconds = i == frames.length - 1 ? 3 : 1;
		out.push(
			...chunk('fcTL', [
				...bytes([4, number++]),
				...header.subarray(0, 8),
				...bytes([4, 0], [4, 0], [2, seconds], [2, 1], [1, 0], [1, 0]),
			])
		);
		for (const data of contents(png, 'IDAT'))
			out.push(...(i ? chunk('fdAT', [...bytes([4, number++]), ...data]) : chunk('IDAT', data)));
	});
	return new Blob(/** @type {BlobPart[]} */ ([...out, ...chunk('IEND', [])]), { type: 'image/apng' });
}
