// validate.js FILE.glb…: what the official glTF validator says; fails on errors and warnings.
"use strict";
const fs = require("fs");
const validator = require("gltf-validator");

async function look(file) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), { uri: file });
    const { numErrors, numWarnings, messages } = report.issues;
    const i = report.info;
    console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings, ${i.animationCount} animations, ` +
        `${i.drawCallCount} draw calls, ${i.totalTriangleCount} triangles`);
    for (const m of messages.filter((m) => m.severity < 2).slice(0, 10))
        console.log(`    ${m.code} at ${m.pointer ?? m.offset}: ${m.message}`);
    return numErrors + numWarnings === 0 && i.totalTriangleCount > 0 && i.animationCount === 1;
}

(async () => {
    let good = process.argv.length > 2;
    for (const file of process.argv.slice(2))
        good = (await look(file)) && good;
    process.exit(good ? 0 : 1);
})();
