module.exports = require('../webpack.base.cjs').host('shell');
