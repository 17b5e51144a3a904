module.exports = require('../webpack.base.cjs').remote('public_booking');
