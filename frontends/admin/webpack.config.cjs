module.exports = require('../webpack.base.cjs').remote('admin');
