"""What is trained is what the app runs: a network that is written can be run, and taken up again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="networks are fitted for training only: pip install -e '.[vision,train]'")
pytest.importorskip("cv2", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")

import cv2
import torch

from vision.face import FACE_SIDE
from vision.train.export import write
from vision.train.fit_judge import judge
from vision.train.resume import resume

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the exporter that OpenCV needs


def test_a_network_says_the_same_when_it_is_written_and_taken_up_again(tmp_path: Path) -> None:
    torch.manual_seed(3)
    fitted, again, file = judge("face"), judge("face"), tmp_path / "face.onnx"
    pictures = torch.rand(4, 3, FACE_SIDE, FACE_SIDE) * 2 - 1
    for _ in range(3):
        fitted.train()(pictures)  # running averages of its own
    wanted = fitted.eval()(pictures).detach().numpy()
    write(fitted, "face", file)
    net = cv2.dnn.readNetFromONNX(str(file))
    net.setInput(pictures.numpy())
    assert np.allclose(net.forward(), wanted, atol=0.01), "16-bit weights are near enough"
    resume(again, file, pictures)
    assert np.allclose(again.eval()(pictures).detach().numpy(), wanted, atol=0.01)
    assert file.stat().st_size < 0.6 * 4 * sum(weights.numel() for weights in fitted.parameters())
