package vad

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// An ONNX file is a protobuf message. Of it we want the initialisers, the
// named tensors that are the weights: ModelProto.graph is field 7,
// GraphProto.initializer is field 5, and a TensorProto has its dimensions in
// field 1, its element type in 2 (1 is float32), its name in 8 and its values,
// little-endian, in 9.
// https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
const (
	modelGraph       = 7
	graphInitializer = 5

	tensorDims = 1
	tensorType = 2
	tensorName = 8
	tensorRaw  = 9

	typeFloat = 1
)

var errONNX = errors.New("broken ONNX file")

// initializers returns the float32 tensors of an ONNX file by name. Others are
// left out.
func initializers(file []byte) (map[string][]float32, error) {
	tensors := map[string][]float32{}
	err := fields(file, func(n uint64, v []byte, _ uint64) error {
		if n != modelGraph {
			return nil
		}
		return fields(v, func(n uint64, v []byte, _ uint64) error {
			if n != graphInitializer {
				return nil
			}
			name, values, err := tensor(v)
			if err == nil && values != nil {
				tensors[name] = values
			}
			return err
		})
	})
	return tensors, err
}

func tensor(b []byte) (name string, values []float32, err error) {
	var raw []byte
	size, float := uint64(1), false
	multiply := func(d uint64) error {
		if d > 1<<28 || size*d > 1<<28 {
			return fmt.Errorf("%w: a tensor is too large", errONNX)
		}
		size *= d
		return nil
	}
	err = fields(b, func(n uint64, v []byte, u uint64) error {
		switch n {
		case tensorDims:
			if v == nil {
				return multiply(u)
			}
			for len(v) > 0 { // packed
				d, k := binary.Uvarint(v)
				if k <= 0 {
					return errONNX
				}
				if err := multiply(d); err != nil {
					return err
				}
				v = v[k:]
			}
		case tensorType:
			float = u == typeFloat
		case tensorName:
			name = string(v)
		case tensorRaw:
			raw = v
		}
		return nil
	})
	if err != nil || !float || raw == nil {
		return "", nil, err
	}
	if uint64(len(raw)) != 4*size {
		return "", nil, fmt.Errorf("%w: tensor %q has %d bytes for %d values", errONNX, name, len(raw), size)
	}
	values = make([]float32, size)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return name, values, nil
}

// fields calls f for each field of a protobuf message, with its bytes or, for
// a varint, its value. Fields of fixed width are passed over.
// https://protobuf.dev/programming-guides/encoding/
func fields(b []byte, f func(n uint64, v []byte, u uint64) error) error {
	for len(b) > 0 {
		tag, k := binary.Uvarint(b)
		if k <= 0 {
			return errONNX
		}
		b = b[k:]
		var v []byte
		var u uint64
		switch tag & 7 {
		case 0:
			if u, k = binary.Uvarint(b); k <= 0 {
				return errONNX
			}
			b = b[k:]
		case 2:
			u, k = binary.Uvarint(b)
			if k <= 0 || u > uint64(len(b)-k) {
				return errONNX
			}
			v, b = b[k:k+int(u):k+int(u)], b[k+int(u):]
		case 1, 5:
			skip := 8
			if tag&7 == 5 {
				skip = 4
			}
			if len(b) < skip {
				return errONNX
			}
			b = b[skip:]
			continue
		default:
			return errONNX
		}
		if err := f(tag>>3, v, u); err != nil {
			return err
		}
	}
	return nil
}
